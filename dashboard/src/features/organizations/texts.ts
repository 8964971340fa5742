/** The text is prescribed by SPEC 2. */
export const ORGANIZATION_NOT_FOUND = "We couldn't find that organization"
