const migration = await tools.assess_change_impact({ component: "database_migration", focus: "tests" });
text(migration.required_checks.map(({ command }) => command).join("; "));
