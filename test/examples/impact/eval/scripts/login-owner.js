const login = await tools.assess_change_impact({ component: "frontend", focus: "owners" });
text(login.owners.join(", "));
