/** What other resources use of the installation. */
export { landingPath } from './landing-path.ts'
export { readSignUpPolicy } from './read-installation.ts'
