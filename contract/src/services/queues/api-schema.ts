/** The schema that the data API serves to send and read messages. */
export const QUEUES_API_SCHEMA = 'pgmq_public'
