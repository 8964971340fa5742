/** What other resources use of the installation. */
export { landingPath } from './landing-path.ts'
