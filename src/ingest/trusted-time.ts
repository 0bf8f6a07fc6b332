/**
 * A modification time as it is stored for comparing, or 0 when it proves nothing: a file changed again within the tick of the
 * file system's clock (4 ms on ext4, up to 2 s where only whole seconds are kept) keeps time and size. So a file that was
 * changed just before it was read is looked at again by its hash next time.
 *
 * @param modifiedAt milliseconds since the epoch, @param readAt when the file was read, by the same clock
 */
export function trustedTime(modifiedAt: number, readAt: number): number {
  const tick = modifiedAt % 1000 === 0 ? 2_000 : 50;
  return Math.abs(readAt - modifiedAt) < tick ? 0 : modifiedAt;
}
