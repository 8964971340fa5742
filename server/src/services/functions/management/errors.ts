import { AppError } from '../../../lib/errors.ts'
import { invalidRequest } from '../../../lib/refusals.ts'

export const eszipNotSupported = () =>
  new AppError('eszip_not_supported', 'Functions cannot be deployed as an eszip bundle.', {
    status: 415,
    hint: 'Deploy the source files: run "supabase functions deploy" with --use-api.',
  })

export const invalid = (message: string) =>
  invalidRequest(message, 'Correct the request and send it again.')
