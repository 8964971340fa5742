const ALLOWED = /^(https?:|mailto:|tel:|#|\/(?!\/)|\.{1,2}\/)/i
const HAS_SCHEME = /^([a-z][a-z0-9+.-]*:|\/\/|\\)/i

/** Only http, https, mailto, tel, relative and anchor addresses may be followed. */
export function isAllowedAddress(href: string): boolean {
  // Browsers drop such characters, so `java\tscript:` would come back to life.
  if (/[\s\p{Cc}]/u.test(href)) return false
  return ALLOWED.test(href) || (href !== '' && !HAS_SCHEME.test(href))
}
