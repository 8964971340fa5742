import { AppError } from '../../../lib/errors.ts'

/** 404: nothing with this name is visible to the project's owner. */
export const objectNotFound = (name: string) =>
  new AppError('object_not_found', `No table, view or function is named ${name}.`, {
    status: 404,
    hint: 'Check the spelling and the schema. The object may have been dropped or renamed.',
  })
