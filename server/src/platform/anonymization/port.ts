/** The part of anonymization that other resources use. */
export { requireRules } from './rules.ts'
