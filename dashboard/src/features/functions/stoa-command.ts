/** The command that runs Stoa's command line in its checkout. */
export const STOA_COMMAND = 'npm run -s stoa --'
