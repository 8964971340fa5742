import { AppError } from '../../lib/errors.ts'

export const noAnonymizeRules = () =>
  new AppError('no_anonymize_rules', 'The project has no rules for anonymized branches.', {
    status: 409,
    hint: 'Choose the columns to replace on the page Anonymization, then try again.',
  })

export const rulesOfProject = () =>
  new AppError('rules_of_project', 'A branch has the anonymization rules of its project.', {
    status: 409,
    hint: 'Change the rules of the project that it is a branch of.',
  })

export const duplicateRule = (column: string) =>
  new AppError('duplicate_rule', `The column ${column} has two rules.`, {
    status: 400,
    hint: 'Send one rule for each column.',
  })
