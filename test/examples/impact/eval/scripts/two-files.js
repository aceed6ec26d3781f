const two = await tools.assess_change_impact({ max_changed_files: 2 });
text(two.changed_files.map(({ path }) => path).join(", ") + (two.truncated ? "; the list was cut" : "; that is all"));
