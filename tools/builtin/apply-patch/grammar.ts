/**
 * The format of patches as a Lark grammar, for models whose API holds them to one. What a model writes without it is read
 * with more tolerance.
 */
export const PATCH_GRAMMAR: string = `start: BEGIN NL section+ END NL?

section: addition | deletion | update
addition: "*** Add File: " PATH NL added+
deletion: "*** Delete File: " PATH NL
update: "*** Update File: " PATH NL move? chunks
move: "*** Move to: " PATH NL

chunks: (marker? body) (marker body)*
marker: "@@" (" " TEXT)? NL
body: line+ (LAST NL)?
line: added | removed | kept
added: "+" TEXT? NL
removed: "-" TEXT? NL
kept: " " TEXT? NL

BEGIN: "*** Begin Patch"
END: "*** End Patch"
LAST: "*** End of File"
PATH: /[^\\r\\n]+/
TEXT: /[^\\r\\n]+/
NL: /\\r?\\n/
`;
