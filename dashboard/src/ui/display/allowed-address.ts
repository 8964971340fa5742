const ALLOWED = /^(https?:|mailto:|tel:|#|\/(?!\/)|\.{1,2}\/)/i
const HAS_SCHEME = /^([a-z][a-z0-9+.-]*:|\/\/|\\)/i

/** Links can only use http, https, mailto, tel, relative and anchor addresses. */
export function isAllowedAddress(href: string): boolean {
  // Browsers strip such characters, so `java\tscript:` would become a working scheme.
  if (/[\s\p{Cc}]/u.test(href)) return false
  return ALLOWED.test(href) || (href !== '' && !HAS_SCHEME.test(href))
}
