/**
 * Columns two spaces apart. Rows end with a line end.
 *
 * @param leftColumns how many of them, from the first on, are aligned to the left; the others are to the right.
 */
export function alignedTable(rows: readonly (readonly string[])[], leftColumns = 1): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows
    .map((row) => {
      const cells = row.map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < leftColumns ? cell.padEnd(width) : cell.padStart(width);
      });
      return `${cells.join("  ").trimEnd()}\n`;
    })
    .join("");
}
