/** Draws the plots of the page, with `uPlot` and the JSON in the element `data`. Runs in a browser. */
export const PLOTS_SCRIPT: string = String.raw`
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const series = (index) => color("--s" + (index % 8 + 1));
  const font = "12px system-ui, sans-serif";
  // In the middle: names of variants often begin alike.
  const short = (text, most) => text.length <= most ? text : text.slice(0, most / 2) + "…" + text.slice(-(most / 2 - 1));
  const plots = [];

  const axes = (names, unit, width) => {
    const room = (width - 60) / Math.max(1, names.length);
    const slanted = names.some((name) => name.length * 7 > room);
    const look = { stroke: color("--quiet"), font, grid: { stroke: color("--line"), width: 1 }, ticks: { show: false } };
    return [
      { ...look, grid: { show: false }, splits: () => names.map((_, index) => index), rotate: slanted ? 35 : 0,
        size: slanted ? 70 : 30, values: () => names.map((name) => short(name, slanted ? 14 : 40)) },
      { ...look, size: 54, values: (_, splits) => splits.map((value) => unit === "%" ? Math.round(value * 100) + " %" :
        value >= 10000 ? value / 1000 + "k" : String(value)) },
    ];
  };

  const make = (element, names, unit, top, draw, xs, ys) => {
    const width = Math.max(240, element.clientWidth);
    const plot = new uPlot({
      width, height: 260, legend: { show: false }, cursor: { show: false }, select: { show: false },
      scales: { x: { time: false, range: [-0.5, names.length - 0.5] }, y: { range: [0, top] } },
      axes: axes(names, unit, width), series: [{}, { stroke: "transparent", points: { show: false } }],
      hooks: { draw: [(u) => { const ctx = u.ctx; ctx.save(); draw(u, ctx, devicePixelRatio); ctx.restore(); }] },
    }, [xs, ys], element);
    plots.push(plot);
  };

  const x = (u, value) => u.valToPos(value, "x", true);
  const y = (u, value) => u.valToPos(value, "y", true);
  const text = (ctx, ratio, value, left, top, align) => {
    ctx.font = 12 * ratio + "px system-ui, sans-serif"; ctx.fillStyle = color("--text");
    ctx.textAlign = align || "center"; ctx.textBaseline = "bottom"; ctx.fillText(value, left, top);
  };
  const line = (ctx, width, stroke, points) => {
    ctx.strokeStyle = stroke; ctx.lineWidth = width; ctx.beginPath();
    points.forEach(([left, top], index) => index === 0 ? ctx.moveTo(left, top) : ctx.lineTo(left, top)); ctx.stroke();
  };

  // Pixels that one variant has: labels need some.
  const slot = (u, ratio) => (x(u, 1) - x(u, 0)) / ratio;
  // None is a thin line, so that it can be told from what was not measured.
  const bar = (u, ctx, ratio, left, width, rate) => {
    const height = Math.max(2 * ratio, y(u, 0) - y(u, rate));
    ctx.fillRect(left, y(u, 0) - height, width, height); ctx.globalAlpha = 1;
  };

  const passed = (element) => {
    const { names, counts } = data.passed;
    make(element, names, "%", 1.12, (u, ctx, ratio) => {
      const half = Math.min(44 * ratio, (x(u, 1) - x(u, 0)) * 0.32);
      counts.forEach(({ passed, runs, low, high }, index) => {
        if (runs === 0) return text(ctx, ratio, slot(u, ratio) > 70 ? "no runs" : "–", x(u, index), y(u, 0) - 4 * ratio);
        const center = x(u, index), rate = passed / runs;
        ctx.fillStyle = series(index); ctx.globalAlpha = 0.75;
        bar(u, ctx, ratio, center - half, half * 2, rate);
        const cap = 6 * ratio;
        line(ctx, 1.5 * ratio, color("--text"), [[center, y(u, low)], [center, y(u, high)]]);
        for (const end of [low, high]) line(ctx, 1.5 * ratio, color("--text"), [[center - cap, y(u, end)], [center + cap, y(u, end)]]);
        if (slot(u, ratio) > 44) text(ctx, ratio, passed + "/" + runs, center, y(u, Math.max(rate, high)) - 4 * ratio);
      });
    }, names.map((_, index) => index), counts.map(({ passed, runs }) => runs === 0 ? 0 : passed / runs));
  };

  const measures = (element) => {
    const { names, variants, rates } = data.measures;
    const legend = element.nextElementSibling;
    legend.replaceChildren(...variants.map((name, index) => {
      const item = document.createElement("span"), mark = document.createElement("i");
      mark.style.background = series(index); item.append(mark, short(name, 30)); return item;
    }));
    make(element, names, "%", 1.12, (u, ctx, ratio) => {
      const group = (x(u, 1) - x(u, 0)) * 0.76, width = Math.min(40 * ratio, group / variants.length);
      names.forEach((_, measure) => variants.forEach((_, variant) => {
        const rate = rates[variant][measure];
        const left = x(u, measure) + (variant - variants.length / 2) * width;
        if (rate === null) return text(ctx, ratio, "–", left + width / 2, y(u, 0) - 2 * ratio);
        ctx.fillStyle = series(variant); ctx.globalAlpha = 0.8;
        bar(u, ctx, ratio, left + ratio, width - 2 * ratio, rate);
        if (width > 26 * ratio) text(ctx, ratio, Math.round(rate * 100) + "", left + width / 2, y(u, rate) - 3 * ratio);
      }));
    }, names.map((_, index) => index), names.map(() => 0));
  };

  const strip = (element, { names, values }) => {
    const most = Math.max(1, ...values.flat());
    make(element, names, "", most * 1.12, (u, ctx, ratio) => {
      const half = Math.min(60 * ratio, (x(u, 1) - x(u, 0)) * 0.34);
      values.forEach((own, index) => {
        if (own.length === 0) return text(ctx, ratio, slot(u, ratio) > 70 ? "not known" : "–", x(u, index), y(u, 0) - 4 * ratio);
        const sorted = [...own].sort((a, b) => a - b), middle = (sorted.length - 1) / 2;
        const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
        ctx.fillStyle = series(index); ctx.globalAlpha = 0.65;
        own.forEach((value, at) => {
          const left = x(u, index) + (own.length === 1 ? 0 : (at / (own.length - 1) * 2 - 1) * half * 0.8);
          ctx.beginPath(); ctx.arc(left, y(u, value), 4 * ratio, 0, 7); ctx.fill();
        });
        ctx.globalAlpha = 1;
        line(ctx, 2 * ratio, color("--text"), [[x(u, index) - half, y(u, median)], [x(u, index) + half, y(u, median)]]);
        const label = median >= 100 ? Math.round(median).toLocaleString("en-US") : String(Number(median.toPrecision(3)));
        if (slot(u, ratio) > 130) text(ctx, ratio, label, x(u, index) + half + 3 * ratio, y(u, median) + 6 * ratio, "left");
      });
    }, names.map((_, index) => index), names.map(() => 0));
  };

  const drawAll = () => {
    for (const plot of plots.splice(0)) plot.destroy();
    for (const element of document.querySelectorAll(".plot")) {
      const { plot } = element.dataset;
      if (plot === "passed") passed(element);
      else if (plot === "measures") measures(element);
      else strip(element, data[plot]);
    }
    document.documentElement.dataset.plots = String(plots.length);
  };

  document.documentElement.classList.add("drawn");
  drawAll();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  let width = document.body.clientWidth;
  addEventListener("resize", () => {
    if (document.body.clientWidth === width) return;
    width = document.body.clientWidth;
    requestAnimationFrame(drawAll);
  });
})();
`;
