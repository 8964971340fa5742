/** True while this browser holds the cookie; false where cookies are forbidden. */
export function hasCookie(name: string): boolean {
  return read()
    .split(';')
    .some((entry) => entry.trim().startsWith(`${name}=`))
}

/** Sets a cookie that says no more than that it is there, for pages of this origin alone. */
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
    // A page without cookies has none to set or to expire.
  }
}
