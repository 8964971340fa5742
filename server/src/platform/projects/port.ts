/** What other resources use of projects. */
export { chooseRegion } from './choose-region.ts'
export { recordProject } from './create-project.ts'
export { connectionString, endpointsOf } from './endpoints-of.ts'
export { listEveryProject } from './queries.ts'
