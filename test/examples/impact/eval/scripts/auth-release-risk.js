const auth = await tools.assess_change_impact({ component: "authentication", focus: "release_risk" });
text(auth.risks.map(({ code, severity }) => `${code}, severity ${severity}`).join("; "));
