/** What other resources use of organizations. */
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
export { readOrganization } from './read-organization.ts'
