/** A still grey block the size of what will stand there; the loading text beside it is what is said aloud. */
export function SkeletonBlock({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`sk ${className}`} />
}
