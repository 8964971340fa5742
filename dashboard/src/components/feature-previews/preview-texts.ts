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
      'The logs of all services on one page, with a timeline, filters and a panel for the selected entry.',
    page: () => 'logs',
  },
  'branching-2-0': {
    description:
      'Create, review and merge database branches in the dashboard, without a Git repository.',
    page: () => 'branches',
  },
  'realtime-settings': {
    description: 'A settings page for the limits and access of the Realtime service.',
    page: (isEnabled) => (isEnabled ? 'realtime/settings' : 'realtime/inspector'),
  },
  'security-settings': {
    description: 'Disable individual advisor rules that don’t apply to this project.',
    page: (isEnabled) => (isEnabled ? 'advisors/rules/security' : 'advisors/security'),
  },
  'inline-sql-editor': {
    description:
      'Edit policies, triggers and functions as SQL beside the page instead of in a form.',
  },
  'api-side-panel': {
    description:
      'API docs open in a panel over the current page instead of on a separate page. From the table editor, they open at the current table. GraphiQL moves to the database pages.',
    page: (isEnabled) => (isEnabled ? '?apiDocs=introduction' : 'api'),
    linkLabel: 'Open the API docs',
  },
  'column-level-privileges': {
    description:
      'Grant and revoke privileges on individual columns, and review the SQL before it runs. Existing privileges apply whether or not this preview is enabled.',
    page: () => 'database/column-privileges',
    linkLabel: 'Open column privileges',
  },
}

/** Describes each preview in a sentence and says where it appears. */
export const previewText = (key: string): PreviewText => TEXTS[key] ?? { description: '' }
