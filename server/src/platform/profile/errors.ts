import { AppError } from '../../lib/errors.ts'

export const profileNotFound = (): AppError =>
  new AppError('profile_not_found', "User's profile not found", {
    status: 404,
    hint: 'Sign in to the dashboard with this account once, which creates its profile.',
  })
