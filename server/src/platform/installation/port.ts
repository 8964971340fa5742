/** The part of the installation that other resources use. */
export { landingPath } from './landing-path.ts'
export { readSignUpPolicy } from './read-installation.ts'
