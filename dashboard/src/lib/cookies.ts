/** True if this browser has the cookie; false if cookies are forbidden. */
export function hasCookie(name: string): boolean {
  return read()
    .split(';')
    .some((entry) => entry.trim().startsWith(`${name}=`))
}

/** Sets a cookie whose mere presence matters, for pages of this origin only. */
export const keepCookie = (name: string, seconds: number) =>
  write(`${name}=1; Path=/; Max-Age=${seconds}; SameSite=Strict`)

export const expireCookie = (name: string) => write(`${name}=; Path=/; Max-Age=0; SameSite=Strict`)

function read(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

function write(cookie: string) {
  try {
    // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API needs https
    document.cookie = cookie
  } catch {
    // A page that cannot use cookies has none to set or expire.
  }
}
