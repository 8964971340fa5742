/** What the auth service says when a provider's address is not verified and a mail cannot be sent. */
const UNVERIFIED_ADDRESS = 'Error sending confirmation mail'

/** What to tell somebody whose sign-in failed with this message; `supportEmail` where there is one. */
export function signInErrorText(message: string, supportEmail: string | null): string {
  if (message !== UNVERIFIED_ADDRESS) return message
  const whom = supportEmail ?? 'the operator of this installation'
  return `Please verify your email on GitHub first, then reach out to us at ${whom} to log into the dashboard`
}

/**
 * The error that a provider's sign-in came back with, from the query or the fragment of the address;
 * undefined without one.
 */
export function returnedError({ search, hash }: { search: string; hash: string }) {
  const values = [new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, ''))]
  return values.map((each) => each.get('error_description')).find(Boolean) ?? undefined
}

const ERROR_NAMES = ['error', 'error_code', 'error_description']

/** The address without the error, which belongs to this visit alone and not to where one goes on. */
export function withoutReturnedError({ pathname, search }: { pathname: string; search: string }) {
  const rest = new URLSearchParams(search)
  for (const name of ERROR_NAMES) rest.delete(name)
  const query = rest.toString()
  return query === '' ? pathname : `${pathname}?${query}`
}
