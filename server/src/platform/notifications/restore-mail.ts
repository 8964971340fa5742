import { escapeHtml } from '../escape-html.ts'

type RestoredProject = { readonly name: string; readonly link: string }

/** Says that a restore is over. */
export const restoreFinished = (project: RestoredProject, moment: string) =>
  write(project, {
    subject: `${oneLine(project.name)} was restored`,
    sentences: [
      `The database is in its state of ${moment}, and available again.`,
      'The state before the restore is kept for seven days, so the restore can be undone.',
    ],
  })

/** Says that a restore has changed nothing, and why. */
export const restoreFailed = (project: RestoredProject, reason: string) =>
  write(project, {
    subject: `The restore of ${oneLine(project.name)} failed`,
    sentences: [
      reason,
      'The data from before the restore is in place, but the project does not run. Start it to use it.',
    ],
  })

function write(
  { name, link }: RestoredProject,
  { subject, sentences }: { readonly subject: string; readonly sentences: readonly string[] },
) {
  return {
    subject,
    text: `${sentences.join(' ')}\n\n${oneLine(name)}: ${link}\n`,
    html: [
      `<p>${sentences.map(escapeHtml).join(' ')}</p>`,
      `<p><a href="${escapeHtml(link)}">Open ${escapeHtml(name)}</a></p>`,
    ].join('\n'),
  }
}

// A mail header must be a single line.
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
