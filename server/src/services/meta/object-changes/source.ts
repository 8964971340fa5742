import type { MigrationSource } from '@stoa/contract/services/meta/history'
import type { ObjectAddress, ObjectChange } from '@stoa/contract/services/meta/object-changes'

const OF_OBJECTS: Readonly<Record<ObjectAddress['type'], MigrationSource>> = {
  function: 'functions',
  view: 'views',
  trigger: 'triggers',
  policy: 'policies',
  type: 'types',
  sequence: 'sequences',
  index: 'indexes',
  schema: 'schemas',
  extension: 'extensions',
  publication: 'publications',
  role: 'privileges',
}

/** The page of the dashboard that makes a change. */
export function sourceOf(change: ObjectChange): MigrationSource {
  switch (change.kind) {
    case 'comment':
    case 'rename':
    case 'drop':
      return OF_OBJECTS[change.object.type]
    case 'create_index':
    case 'drop_index':
    case 'reindex_index':
    case 'constraint_from_index':
      return 'indexes'
    case 'create_enum':
    case 'add_enum_value':
    case 'rename_enum_value':
      return 'types'
    case 'create_extension':
    case 'update_extension':
      return 'extensions'
    case 'create_publication':
    case 'change_publication_tables':
      return 'publications'
    case 'create_sequence':
    case 'restart_sequence':
      return 'sequences'
    case 'create_schema':
      return 'schemas'
    case 'set_row_security':
    case 'secure_tables':
    case 'create_policies':
    case 'alter_policy':
      return 'policies'
    case 'set_parameter':
      return 'parameters'
    case 'refresh_view':
      return 'views'
    case 'set_table_settings':
    case 'create_statistics':
    case 'drop_statistics':
    case 'maintain_table':
    case 'create_partition':
    case 'attach_partition':
    case 'detach_partition':
      return 'table_editor'
    case 'create_role':
    case 'alter_role':
    case 'drop_role':
      return 'privileges'
    default:
      return 'triggers'
  }
}
