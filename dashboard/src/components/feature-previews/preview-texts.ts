type PreviewText = {
  description: string
  /** Page of a project, below `/project/{ref}/`, that the preview leads to. */
  page?: (isEnabled: boolean) => string
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
      'The documentation of a project’s API in a panel beside every page. GraphiQL moves to the database pages.',
    page: (isEnabled) => (isEnabled ? 'database/graphiql' : 'api/graphiql'),
  },
  'column-level-privileges': {
    description: 'Grant and revoke privileges on single columns, for each role.',
    page: () => 'database/column-privileges',
  },
}

/** What a preview is, in a sentence, and where it is seen. */
export const previewText = (key: string): PreviewText => TEXTS[key] ?? { description: '' }
