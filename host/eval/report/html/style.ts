/** The style of the page, light and dark. Colors of plots are read from here, too. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --quiet: #60646c; --back: #fcfcfd; --panel: #fff; --line: #dcdfe4;
  --good: #18794e; --bad: #c62a2f; --open: #8a5a00; --good-back: #e9f6ee; --bad-back: #fdecec; --open-back: #fff4d9;
  --s1: #0072b2; --s2: #d55e00; --s3: #009e73; --s4: #a4508b; --s5: #a37800; --s6: #3d8fc4; --s7: #7a4fc9; --s8: #5c6670; }
@media (prefers-color-scheme: dark) { :root { --text: #eceef0; --quiet: #a0a6ad; --back: #111315; --panel: #191c1f; --line: #34393e;
  --good: #4cc38a; --bad: #ff8589; --open: #f1b94c; --good-back: #14281f; --bad-back: #331a1c; --open-back: #302610;
  --s1: #56b4e9; --s2: #f0883e; --s3: #2fc79a; --s4: #d98cc0; --s5: #e3b735; --s6: #8cc8f0; --s7: #a78bf0; --s8: #9aa4ae; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 36px 0 10px; }
p { margin: 6px 0; max-width: 80ch; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: 13px; }
.remark { border-left: 3px solid var(--open); background: var(--open-back); padding: 6px 12px; margin: 8px 0; max-width: none; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); margin: 10px 0; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { padding: 7px 10px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; vertical-align: top; }
tr:last-child > td, tr:last-child > th { border-bottom: 0; }
th { font-weight: 600; } thead th { color: var(--quiet); font-size: 13px; }
th:first-child, td.words, th.words { text-align: left; }
th:first-child { position: sticky; left: 0; background: var(--panel); max-width: 340px; white-space: normal; overflow-wrap: anywhere; min-width: 110px; }
td.words { white-space: normal; overflow-wrap: anywhere; min-width: 160px; }
td.pass { color: var(--good); background: var(--good-back); } td.fail { color: var(--bad); background: var(--bad-back); }
td.some { color: var(--open); background: var(--open-back); }
th .quiet { font-weight: 400; min-width: min(240px, 45vw); }
.plots { margin-top: 16px; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(440px, 100%), 1fr)); gap: 16px; }
figure { margin: 0; padding: 12px 12px 8px; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); min-width: 0; }
figcaption { font-weight: 600; font-size: 14px; margin-bottom: 4px; } figcaption span { display: block; font-weight: 400; color: var(--quiet); font-size: 13px; }
.plot { width: 100%; height: 260px; overflow: hidden; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 14px; font-size: 13px; color: var(--quiet); }
.legend i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 5px; }
ul.warnings { margin: 4px 0 0; padding-left: 20px; color: var(--open); }
.card { border: 1px solid var(--line); border-radius: 8px; background: var(--panel); padding: 10px 14px; margin: 10px 0; }
.card h3 { margin: 0; font-size: 15px; overflow-wrap: anywhere; } .card p { max-width: none; }
details { margin: 8px 0; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); padding: 8px 12px; }
summary { cursor: pointer; font-weight: 600; } details .wide { border: 0; margin: 6px -12px -8px; border-radius: 0; }
code { font: 13px ui-monospace, monospace; }
html:not(.drawn) .plots { display: none; }
@media print { .plots { break-inside: avoid; } }
`;
