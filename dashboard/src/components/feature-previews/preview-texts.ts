type PreviewText = {
  description: string
  /**
   * The page that the preview links to, relative to `/project/{ref}/`. It can end in a query
   * string.
   */
  page?: (isEnabled: boolean) => string
  /** The text of the link to that page; the default is 'Open the page'. */
  linkLabel?: string
}

const TEXTS: Readonly<Record<string, PreviewText>> = {
  'unified-logs': {
    description:
      'One page for the logs of every service, with a timeline, filters and the whole of each entry beside the list.',
    page: () => 'logs',
  },
  'branching-2-0': {
    description:
      'Create, review and merge database branches in the dashboard, with no Git repository behind them.',
    page: () => 'branches',
  },
  'realtime-settings': {
    description: 'Limits and access of the Realtime service on a page of their own.',
    page: (isEnabled) => (isEnabled ? 'realtime/settings' : 'realtime/inspector'),
  },
  'security-settings': {
    description: 'Switch off single rules of the advisors that do not fit this project.',
    page: (isEnabled) => (isEnabled ? 'advisors/rules/security' : 'advisors/security'),
  },
  'inline-sql-editor': {
    description:
      'Edit policies, triggers and functions as SQL where they are listed, in place of a form.',
  },
  'api-side-panel': {
    description:
      'A project’s API docs open in a panel over the page you are on, the open table’s from the table editor, and no longer as a page of their own. GraphiQL moves to the database pages and into the navigation.',
    page: (isEnabled) => (isEnabled ? '?apiDocs=introduction' : 'api'),
    linkLabel: 'Open the API docs',
  },
  'column-level-privileges': {
    description:
      'A page that grants and revokes what a role may read and write column by column, and shows the SQL before it runs. Privileges already in the database hold with it off, too.',
    page: () => 'database/column-privileges',
    linkLabel: 'Open column privileges',
  },
}

/** Describes each preview in a sentence and says where it appears. */
export const previewText = (key: string): PreviewText => TEXTS[key] ?? { description: '' }
