import { AppError } from '../../lib/errors.ts'

export const invoiceNotFound = () =>
  new AppError('invoice_not_found', 'This invoice does not exist.', {
    status: 404,
    hint: 'Reload the list of invoices.',
  })
