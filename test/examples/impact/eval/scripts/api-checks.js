const api = await tools.assess_change_impact({ component: "api_contract", focus: "tests" });
text(api.required_checks.map(({ command }) => command).join("; "));
