type PreviewText = {
  description: string
  /** Page of a project, below `/project/{ref}/`, that the preview leads to; may end in a query. */
  page?: (isEnabled: boolean) => string
  /** The link to that page; 'Open the page' when absent. */
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

/** What a preview is, in a sentence, and where it is seen. */
export const previewText = (key: string): PreviewText => TEXTS[key] ?? { description: '' }
