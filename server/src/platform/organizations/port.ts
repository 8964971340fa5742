/** The part of organizations that other resources use. */
export { createOrganization } from './create-organization.ts'
export { listOrganizations } from './list-organizations.ts'
export {
  adoptOrganizations,
  findFirstOperator,
  findOrganization,
  findOrganizationId,
  insertMember,
  insertOrganization,
  isMemberSomewhere,
  listAll,
  lockOrganization,
} from './queries.ts'
export { managedBy } from './marketplace.ts'
export { readOrganization } from './read-organization.ts'
