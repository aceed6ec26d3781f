const whole = await tools.assess_change_impact({});
text(whole.changed_files.map(({ path }) => path).join(", "));
