import type { Reporter } from "knip";

/** Says how many files knip looked at, for a check that it looked at any. */
const reporter: Reporter = ({ counters }) => {
  console.log(`knip: ${counters.total} files`);
};
export default reporter;
