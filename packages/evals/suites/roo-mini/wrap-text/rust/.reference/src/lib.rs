/// The text as a list of lines. A width below 3 is an error.
pub fn wrap(text: &str, width: usize) -> Result<Vec<String>, String> {
    if width < 3 {
        return Err("a line has at least 3 characters".to_string());
    }
    let mut result: Vec<String> = Vec::new();
    let lines: Vec<&str> = text.split('\n').collect();
    for paragraph in lines.split(|line| line.trim_matches(&[' ', '\t'][..]).is_empty()) {
        let wrapped = wrap_paragraph(paragraph, width);
        if !wrapped.is_empty() && !result.is_empty() {
            result.push(String::new());
        }
        result.extend(wrapped);
    }
    Ok(result)
}

struct Block<'a> {
    is_item: bool,
    words: Vec<&'a str>,
}

fn wrap_paragraph(lines: &[&str], width: usize) -> Vec<String> {
    let mut blocks = vec![Block { is_item: false, words: Vec::new() }];
    for line in lines {
        let text = match line.strip_prefix("- ") {
            Some(rest) => {
                blocks.push(Block { is_item: true, words: Vec::new() });
                rest
            }
            None => line,
        };
        if let Some(block) = blocks.last_mut() {
            block.words.extend(text.split_whitespace());
        }
    }
    blocks.iter().flat_map(|block| wrap_block(block, width)).collect()
}

fn wrap_block(block: &Block, width: usize) -> Vec<String> {
    if !block.is_item {
        return fill(&block.words, width);
    }
    let lines = fill(&block.words, width - 2);
    lines
        .into_iter()
        .enumerate()
        .map(|(i, line)| format!("{}{}", if i == 0 { "- " } else { "  " }, line))
        .collect()
}

fn fill(words: &[&str], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut current = String::new();
    for &word in words {
        if !current.is_empty() && current.len() + 1 + word.len() <= width {
            current.push(' ');
            current.push_str(word);
            continue;
        }
        if !current.is_empty() {
            lines.push(current);
        }
        let mut rest = word;
        while rest.len() > width {
            lines.push(rest[..width].to_string());
            rest = &rest[width..];
        }
        current = rest.to_string();
    }
    if !current.is_empty() {
        lines.push(current);
    }
    lines
}
