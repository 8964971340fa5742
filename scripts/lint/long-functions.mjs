/** The most lines of code that a function of the server has. */
export const MAX_FUNCTION_LINES = 100

/** Functions that are longer, with their lines of code. The list only shrinks, and so do its numbers. */
export const LONG_FUNCTIONS = new Map([
  ['main/installation.ts startInstallation', 239],
  ['services/data-api/pipeline.ts createPipeline', 111],
  ['services/data-api/plan/plan-read.ts createPlanner', 154],
  ['services/data-api/routes.ts addRoutes', 156],
  ['services/data-api/schema/live-schema.ts createLiveSchema', 103],
])
