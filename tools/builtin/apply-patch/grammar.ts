/**
 * The format of patches as a Lark grammar, for models whose API holds them to one. What a model writes without it is read
 * with more tolerance. A chunk without a marker does not begin with a blank line, since blank lines between chunks do not count.
 */
export const PATCH_GRAMMAR: string = `start: BEGIN NL section+ END NL?

section: addition | deletion | update
addition: "*** Add File: " TEXT NL added+
deletion: "*** Delete File: " TEXT NL
update: "*** Update File: " TEXT NL move? chunks
move: "*** Move to: " TEXT NL

chunks: (unmarked | chunk) chunk*
chunk: marker line+ last?
unmarked: (added | removed | seen) line* last?
marker: "@@" (" " TEXT)? NL
last: "*** End of File" NL
line: added | removed | kept
added: "+" TEXT? NL
removed: "-" TEXT? NL
kept: " " TEXT? NL
seen: " " WORDS NL

BEGIN: "*** Begin Patch"
END: "*** End Patch"
TEXT: /[^\\r\\n]+/
WORDS: /[^\\r\\n]*[^\\s][^\\r\\n]*/
NL: /\\r?\\n/
`;
