/** Name of the scan feed's files in the Cache Storage of a page. */
export const feedCacheName = 'nightjar-scan-feed'
