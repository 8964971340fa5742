/** The actor of a change in the audit log. */
export type Actor = { readonly id: string; readonly email: string | null }

/** The actor recorded for requests made with the service key, which belongs to no account. */
export const SERVICE_ACTOR: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'service_role',
}
