/** The auth service's message when a provider's email is unverified and no mail can be sent. */
const UNVERIFIED_ADDRESS = 'Error sending confirmation mail'

/** The text shown for a failed sign-in; names `supportEmail`, or the operator when it is null. */
export function signInErrorText(message: string, supportEmail: string | null): string {
  if (message !== UNVERIFIED_ADDRESS) return message
  const whom = supportEmail ?? 'the operator of this installation'
  return `Please verify your email on GitHub first, then reach out to us at ${whom} to log into the dashboard`
}

/**
 * The error a provider's sign-in returned with, from the query string or the fragment of the URL;
 * undefined if there is none.
 */
export function returnedError({ search, hash }: { search: string; hash: string }) {
  const values = [new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, ''))]
  return values.map((each) => each.get('error_description')).find(Boolean) ?? undefined
}

const ERROR_NAMES = ['error', 'error_code', 'error_description']

/** The URL without the error, so that it is not carried over to the page after sign-in. */
export function withoutReturnedError({ pathname, search }: { pathname: string; search: string }) {
  const rest = new URLSearchParams(search)
  for (const name of ERROR_NAMES) rest.delete(name)
  const query = rest.toString()
  return query === '' ? pathname : `${pathname}?${query}`
}
