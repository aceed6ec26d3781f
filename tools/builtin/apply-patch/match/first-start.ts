/**
 * The first place at or after `from` at which some lines stand, all given as numbers; -1 if there is none. No line is looked
 * at twice, even where the file repeats itself (Knuth, Morris and Pratt).
 */
export function firstStart(file: Int32Array, wanted: Int32Array, from: number): number {
  const borders = new Int32Array(wanted.length);
  for (let at = 1, border = 0; at < wanted.length; at += 1) {
    while (border > 0 && wanted[at] !== wanted[border]) border = borders[border - 1] ?? 0;
    if (wanted[at] === wanted[border]) border += 1;
    borders[at] = border;
  }
  for (let at = from, matched = 0; at < file.length; at += 1) {
    while (matched > 0 && file[at] !== wanted[matched]) matched = borders[matched - 1] ?? 0;
    if (file[at] === wanted[matched]) matched += 1;
    if (matched === wanted.length) return at - matched + 1;
  }
  return -1;
}
