/// The lines of a text without comments, each with its number. Continued ones are joined.
pub fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut continued = false;
    for line in text.lines() {
        let content = line.split(['#', ';']).next().unwrap_or("").trim();
        let ends = content.ends_with('\\');
        let content = content.trim_end_matches('\\');
        if continued {
            if let Some(last) = lines.last_mut() {
                last.1.push_str(content);
            }
        } else if !content.is_empty() {
            lines.push((lines.len(), content.to_string()));
        }
        continued = ends;
    }
    lines
}
