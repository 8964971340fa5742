import type { PublicDoor } from '../../../project/service.ts'

/** PostgREST's refusal of a method that it does not know, for one that Node does not know either. */
export const refuseMethod: NonNullable<PublicDoor['refuseMethod']> = (method) => ({
  status: 405,
  headers: { 'proxy-status': 'PostgREST; error=PGRST117' },
  body: {
    code: 'PGRST117',
    message: `Unsupported HTTP method: ${method}`,
    details: null,
    hint: null,
  },
})
