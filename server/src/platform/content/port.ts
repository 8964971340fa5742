/** The part of saved queries that other resources and the gateway use. */
export { listManagedSnippets, readManagedSnippet } from './managed-snippets.ts'
