/** Names of parameters whose values let somebody in, or prove that somebody may come in. */
const SECRET =
  /key|token|secret|passw|code|sign|credential|hash|jwt|auth|otp|nonce|state|assertion|session|cookie/i
/** The beginning of a JSON Web Token or of a project's key. */
const SECRET_VALUE = /eyJ[\w-]{8}|sb_(?:secret|publishable)_/

const MASK = '***'

/** A query with the values of keys, tokens and signatures replaced. Begins with a question mark. */
export function maskedSearch(search: string): string {
  if (!SECRET.test(search) && !SECRET_VALUE.test(search) && !search.includes('%')) return search
  return `?${search.slice(1).split('&').map(maskedParameter).join('&')}`
}

function maskedParameter(parameter: string): string {
  const equals = parameter.indexOf('=')
  const name = equals < 0 ? '' : parameter.slice(0, equals)
  const value = parameter.slice(equals + 1)
  if (SECRET.test(decoded(name))) return `${name}=${MASK}`
  return SECRET_VALUE.test(decoded(value)) ? `${name}${equals < 0 ? '' : '='}${MASK}` : parameter
}

/** A URL with the same parts of its query replaced, and without user, password and fragment. */
export function maskedUrl(url: string): string {
  const [address = ''] = url.split('#', 1)
  const mark = address.indexOf('?')
  const end = mark < 0 ? address.length : mark
  const bare = address.slice(0, end).replace(/\/\/[^/]*@/, '//')
  return bare + maskedSearchOf(address.slice(end))
}

const maskedSearchOf = (search: string) => (search === '' ? '' : maskedSearch(search))

/** A name can be sent with percent signs, and its server reads it without them. */
function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
