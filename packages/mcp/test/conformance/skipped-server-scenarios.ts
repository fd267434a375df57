const noSkills = "an extension: skills come from files here, and are not served";
const noTasks = "an extension: tasks here are Roo's own, named by tools and resources";
const noInput =
  "the server asks nothing in the middle of a call: what a task asks is in its status, and is answered by another call";

/** Scenarios of the suite that are not run against the server, and why. */
export const skippedServerScenarios: Readonly<Record<string, string>> = {
  "sep-2640-skills-directory": noSkills,
  "sep-2640-skills-enumeration": noSkills,
  "sep-2640-skills-manifest": noSkills,
  "tasks-lifecycle": noTasks,
  "tasks-capability-negotiation": noTasks,
  "tasks-wire-fields": noTasks,
  "tasks-request-state-removal": noTasks,
  "tasks-mrtr-input": noTasks,
  "tasks-request-headers": noTasks,
  "tasks-dispatch-and-envelope": noTasks,
  "tasks-status-notifications": noTasks,
  "tasks-required-task-error": noTasks,
  "tasks-mrtr-composition": noTasks,
  "input-required-result-basic-elicitation": noInput,
  "input-required-result-basic-sampling": noInput,
  "input-required-result-basic-list-roots": noInput,
  "input-required-result-request-state": noInput,
  "input-required-result-multiple-input-requests": noInput,
  "input-required-result-multi-round": noInput,
  "input-required-result-missing-input-response": noInput,
  "input-required-result-non-tool-request": noInput,
  "input-required-result-result-type": noInput,
  "input-required-result-tampered-state": noInput,
  "input-required-result-capability-check": noInput,
  "input-required-result-ignore-extra-params": noInput,
  "input-required-result-validate-input": noInput,
};
