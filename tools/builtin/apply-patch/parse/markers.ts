/** The words that structure a patch. */
export const MARKERS = {
  begin: "*** Begin Patch",
  end: "*** End Patch",
  environment: "*** Environment ID: ",
  add: "*** Add File: ",
  delete: "*** Delete File: ",
  update: "*** Update File: ",
  moveTo: "*** Move to: ",
  endOfFile: "*** End of File",
  chunk: "@@",
} as const;

/** What may open a patch that was written for a shell, besides the word in other quotes. */
export const HEREDOC_STARTS: ReadonlySet<string> = new Set(["<<EOF", "<<'EOF'", '<<"EOF"']);
/** What such a patch ends with. */
export const HEREDOC_END = "EOF";
