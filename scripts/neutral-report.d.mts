export function neutralReport(report: object, root: string): object;
